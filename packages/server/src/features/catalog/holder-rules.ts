import { type AgeRule, defaultAgeRule } from '#shared/questions/age-rule';
import { type AgeClass, type CategoryRule, defaultCategoryRule } from '#shared/questions/category';
import { isDate } from '#shared/questions/parse-answer';
import { type FieldError, fieldError } from '../../errors/index.ts';

/* The rules of a ticket type about the ages and the categories of its holders. They are stored as JSON. */

/** A validated change of a rule: absent fields do not change. */
export type AgeRuleInput = Partial<AgeRule>;
export type CategoryRuleInput = Partial<Omit<CategoryRule, 'table'>> & {
  readonly table?: readonly (Pick<AgeClass, 'name'> & Partial<AgeClass>)[];
};

/** The stored rule after a change; undefined if it does not change. */
export function mergeAgeRule(stored: string | null, patch: AgeRuleInput | null | undefined): string | null | undefined {
  return patch ? JSON.stringify({ ...(parse<AgeRule>(stored) ?? defaultAgeRule), ...patch }) : patch;
}

/** The stored rule after a change; undefined if it does not change. */
export function mergeCategoryRule(
  stored: string | null,
  patch: CategoryRuleInput | null | undefined,
): string | null | undefined {
  if (!patch) return patch;
  const merged = { ...(parse<CategoryRule>(stored) ?? defaultCategoryRule), ...patch };
  const table = merged.table.map(({ name, sex = null, minimum = null, maximum = null }) => ({
    ...{ name, sex, minimum, maximum },
  }));
  return JSON.stringify({ ...merged, table });
}

/** The errors of rules that a schema cannot express. Values of a wrong type are ignored. */
export function holderRuleErrors(
  input: Readonly<Record<string, unknown>>,
  stored: { readonly ageRule?: unknown; readonly categoryRule?: unknown },
): FieldError[] {
  const { ageRule, categoryRule } = input as { ageRule?: AgeRuleInput; categoryRule?: CategoryRuleInput };
  const errors: FieldError[] = [];
  if (isObject(ageRule)) {
    const rule = { ...(stored.ageRule ?? defaultAgeRule), ...ageRule } as AgeRule;
    if (rule.on === 'date' && rule.date === null) errors.push(fieldError('ageRule.date', 'required', {}));
    if (typeof ageRule.date === 'string' && !isDate(ageRule.date))
      errors.push(fieldError('ageRule.date', 'not_a_date', {}));
    errors.push(...limitErrors('ageRule', rule));
  }
  if (isObject(categoryRule)) {
    const rule = { ...(stored.categoryRule ?? defaultCategoryRule), ...categoryRule } as CategoryRule;
    const table = Array.isArray(rule.table) ? rule.table : [];
    if (rule.ageClasses === 'table' && table.length === 0)
      errors.push(fieldError('categoryRule.table', 'required', {}));
    errors.push(...table.flatMap((line, index) => limitErrors(`categoryRule.table.${index}`, line)));
  }
  return errors;
}

/** The rules of a row, for `holderRuleErrors`. */
export function storedRules(row: { readonly age_rule: string | null; readonly category_rule: string | null }) {
  return { ageRule: parse<AgeRule>(row.age_rule), categoryRule: parse<CategoryRule>(row.category_rule) };
}

function limitErrors(path: string, { minimum, maximum }: Pick<AgeRule, 'minimum' | 'maximum'>): FieldError[] {
  if (typeof minimum !== 'number' || typeof maximum !== 'number' || minimum <= maximum) return [];
  return [fieldError(`${path}.maximum`, 'below_other', { other: `${path}.minimum`, value: minimum })];
}

function parse<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
