/**
 * Those of its own rules that Stylelint 18 says it can mend. Its report only tells of each finding when it is asked by
 * an option that versions before 16.13 refuse, so what is told here is what the rule can do at best.
 */
const fixable = new Set(
  `alpha-value-notation at-rule-empty-line-before at-rule-no-deprecated at-rule-no-vendor-prefix color-function-alias-notation
  color-function-notation color-hex-length comment-empty-line-before comment-whitespace-inside custom-property-empty-line-before
  declaration-block-no-duplicate-properties declaration-block-no-redundant-longhand-properties declaration-empty-line-before
  declaration-property-value-keyword-no-deprecated display-notation font-family-name-quotes font-weight-notation
  function-calc-no-unspaced-operator function-name-case function-url-quotes hue-degree-notation import-notation
  keyframe-selector-notation length-zero-no-unit lightness-notation media-feature-name-no-vendor-prefix media-feature-range-notation
  property-layout-mappings property-no-deprecated property-no-vendor-prefix relative-selector-nesting-notation rule-empty-line-before
  selector-attribute-quotes selector-no-deprecated selector-no-vendor-prefix selector-not-notation
  selector-pseudo-element-colon-notation selector-type-case shorthand-property-no-redundant-values unit-layout-mappings
  value-keyword-case value-keyword-layout-mappings value-no-vendor-prefix`.split(/\s+/),
);

export function isFixableStyle(rule: string): boolean {
  return fixable.has(rule);
}
