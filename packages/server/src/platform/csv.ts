/** A value of a cell. */
export type CsvValue = string | number | boolean | null;

/**
 * A line of a CSV file (RFC 4180), with its line break. Text that a spreadsheet would run as a formula begins with an
 * apostrophe (OWASP, "CSV Injection").
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: CsvValue): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
