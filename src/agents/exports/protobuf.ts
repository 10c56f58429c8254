import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";

/**
 * OTLP in its binary encoding, as the objects that its JSON encoding has. Only the fields that tokens and cost are in:
 * the rest of a message is skipped. `null`: the bytes are no such message.
 */
export function fromProtobuf(signal: "metrics" | "logs", bytes: Uint8Array): object | null {
  try {
    return read(new BinaryReader(bytes), signal === "metrics" ? metricsRequest : logsRequest);
  } catch {
    return null;
  }
}

type Scalar = (reader: BinaryReader) => unknown;
type Field =
  | { readonly name: string; readonly is: Scalar; readonly wire: WireType }
  | { readonly name: string; readonly is: Message; readonly isList: boolean };
/** Fields by their numbers in opentelemetry-proto, which never change. */
type Message = Readonly<Record<number, Field>>;

const text = (name: string): Field => ({ name, wire: WireType.LengthDelimited, is: (reader) => reader.string() });
const fixed = (name: string): Field => ({ name, wire: WireType.Bit64, is: (reader) => String(reader.fixed64()) });
const signed = (name: string): Field => ({ name, wire: WireType.Bit64, is: (reader) => Number(reader.sfixed64()) });
const double = (name: string): Field => ({ name, wire: WireType.Bit64, is: (reader) => reader.double() });
const varint = (name: string): Field => ({ name, wire: WireType.Varint, is: (reader) => Number(reader.int64()) });
const truth = (name: string): Field => ({ name, wire: WireType.Varint, is: (reader) => reader.bool() });
const one = (name: string, is: Message): Field => ({ name, is, isList: false });
const list = (name: string, is: Message): Field => ({ name, is, isList: true });

const anyValue: Message = {
  1: text("stringValue"),
  2: truth("boolValue"),
  3: varint("intValue"),
  4: double("doubleValue"),
};
const attribute: Message = { 1: text("key"), 2: one("value", anyValue) };
const numberPoint: Message = {
  2: fixed("startTimeUnixNano"),
  4: double("asDouble"),
  6: signed("asInt"),
  7: list("attributes", attribute),
};
const histogramPoint: Message = {
  2: fixed("startTimeUnixNano"),
  5: double("sum"),
  9: list("attributes", attribute),
};
const metric: Message = {
  1: text("name"),
  7: one("sum", { 1: list("dataPoints", numberPoint), 2: varint("aggregationTemporality") }),
  9: one("histogram", { 1: list("dataPoints", histogramPoint), 2: varint("aggregationTemporality") }),
};
const logRecord: Message = { 6: list("attributes", attribute), 12: text("eventName") };

const metricsRequest: Message = {
  1: list("resourceMetrics", { 2: list("scopeMetrics", { 2: list("metrics", metric) }) }),
};
const logsRequest: Message = {
  1: list("resourceLogs", { 2: list("scopeLogs", { 2: list("logRecords", logRecord) }) }),
};

/** `null`: a message ends outside its field. Throws where the bytes end too early. */
function read(reader: BinaryReader, message: Message, end = reader.len): Record<string, unknown> | null {
  const found: Record<string, unknown> = {};
  while (reader.pos < end) {
    const [number, wire] = reader.tag();
    const field = message[number];
    const isKnown = field !== undefined && wire === ("wire" in field ? field.wire : WireType.LengthDelimited);
    if (!isKnown) reader.skip(wire, number);
    else if ("wire" in field) found[field.name] = field.is(reader);
    else {
      const length = reader.uint32();
      const inner = read(reader, field.is, reader.pos + length);
      if (inner === null) return null;
      if (field.isList) ((found[field.name] ??= []) as unknown[]).push(inner);
      else found[field.name] = inner;
    }
  }
  return reader.pos === end ? found : null;
}
