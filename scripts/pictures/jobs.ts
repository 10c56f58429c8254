interface SheetText {
  readonly id: string;
  readonly title: string;
  readonly agent?: string;
  readonly after?: readonly string[];
  readonly prompt: string;
  readonly validations?: readonly unknown[];
}

interface More {
  readonly after?: readonly string[];
  readonly agent?: string;
  /** How long its agent takes, in seconds. */
  readonly s: number;
  readonly extra?: string;
  readonly validations?: readonly unknown[];
}

/** A sheet that writes one file in its own time. */
function sheet(id: string, title: string, more: More): SheetText {
  const { after = [], agent = "opus", s, extra = "", validations = [{ command: "npm test --silent" }] } = more;
  return {
    id,
    title,
    agent,
    after,
    prompt: [
      `${title}. Keep the public interface as it is, and add a test for what you change.`,
      "$ read src/price.js",
      `$ say I will look at how prices are computed before I change anything.`,
      `$ pause ${s / 3}`,
      "$ run npm test --silent",
      `$ pause ${s / 3}`,
      extra === "" ? `$ write src/${id}.js export const ${id.replaceAll("-", "_")} = () => true;` : extra,
      `$ spend ${(0.02 * s).toFixed(3)} ${1200 * s} ${140 * s}`,
      `$ pause ${s / 3}`,
      "$ say The change is in place and the tests pass.",
    ].join("\n"),
    validations,
  };
}

const rounding = [
  "$ write src/round.js export const cents = (value) => Math.round(value * 100) / 100;",
  "$ swap src/price.js price\\s\\*\\s0.2 Math.round(price*20)/100",
  "$ append src/price.js \\nexport function net(items) {\\n  return total(items) - items.reduce((sum, { price }) => sum + tax(price), 0);\\n}",
].join("\n");

export const jobs = {
  checkout: {
    parallel: 4,
    retry: { base_delay: "1s" },
    sheets: [
      sheet("model", "Describe the order as a type", { s: 3 }),
      sheet("rounding", "Round prices to cents", { s: 4, extra: rounding }),
      sheet("currency", "Add currencies to prices", { after: ["model"], s: 9, agent: "codex" }),
      sheet("stock", "Reserve stock while a cart is open", { after: ["model"], s: 14 }),
      sheet("address", "Validate addresses", {
        after: ["model"],
        s: 6,
        agent: "codex",
        extra: "$ once\n$ write src/address.js export const valid = (address) => address.zip.length > 3;",
      }),
      sheet("discount", "Apply discount codes", { after: ["rounding"], s: 24 }),
      sheet("invoice", "Write invoices as PDF", { after: ["rounding", "currency"], s: 40, agent: "codex" }),
      sheet("mail", "Mail the invoice", { after: ["invoice"], s: 12 }),
      sheet("payment", "Pay by card", { after: ["currency", "stock"], s: 30 }),
      sheet("refund", "Refund an order", { after: ["payment"], s: 12 }),
      sheet("form", "Build the checkout form", { after: ["address", "discount"], s: 20 }),
      sheet("e2e", "Test the checkout from end to end", { after: ["form", "payment", "mail"], s: 30 }),
      sheet("docs", "Describe the checkout for shop owners", { after: ["e2e"], s: 8, agent: "codex" }),
    ],
  },
  tidy: {
    parallel: 2,
    landing: "approve",
    sheets: [
      sheet("cart", "Make the cart immutable", {
        s: 2,
        extra:
          "$ swap src/cart.js this.items.push(item) this.items=[...this.items,item]\n$ append src/cart.js \\nexport const emptyCart = () => new Cart();",
      }),
      sheet("names", "Use full words in names", {
        s: 3,
        extra: "$ swap src/price.js \\bsum\\b amount\n$ append src/price.js \\nexport const vat = tax;",
      }),
    ],
  },
} as const;
