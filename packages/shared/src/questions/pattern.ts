/** A part of a pattern: a character that can be repeated. */
interface Step {
  readonly test: (character: string) => boolean;
  readonly min: number;
  readonly max: number;
}

/** The pattern of a text. It matches in a time that is proportional to the lengths of the pattern and the text. */
export type Pattern = readonly (readonly Step[])[];

const step =
  /(?<atom>\\[dDwWsS]|\\[^\p{L}\p{N}]|\[(?:\\[^\p{L}\p{N}]|\\[dws]|[^\\[\]])+\]|[^\\[\](){}*+?|^$])(?:(?<sign>[?*+])|\{(?<from>\d{1,3})(?<range>,(?<to>\d{1,3})?)?\})?/uy;

/**
 * Parses the pattern of a text: a regular expression of characters, classes (`[A-Z]`, `\d`, `.`), repetitions (`?`, `*`, `+`, `{2,4}`)
 * and `|` between whole alternatives, without groups. It must match the whole text, with or without `^` and `$`. So a pattern of an
 * organizer cannot delay the server, as other regular expressions can.
 *
 * @returns null if the pattern is not valid
 */
export function parsePattern(source: string): Pattern | null {
  // A `|` after a backslash or in a class is a character.
  const alternatives = source.match(/(?:\\.|\[(?:\\.|[^\]\\])*\]?|[^|\\[])+/gsu);
  if (alternatives === null || alternatives.join('|') !== source) return null;
  const parsed = alternatives.map((text) => parseSteps(text.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')));
  return parsed.every((steps) => steps !== null) ? parsed : null;
}

function parseSteps(text: string): Step[] | null {
  const steps: Step[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < text.length) {
    const groups = step.exec(text)?.groups;
    if (groups === undefined) return null;
    const { atom, sign, from, range, to } = groups;
    const test = testOf(atom!);
    const min = sign === '?' || sign === '*' ? 0 : Number(from ?? 1);
    const max =
      sign === '*' || sign === '+' || (range !== undefined && to === undefined)
        ? Number.POSITIVE_INFINITY
        : Number(to ?? from ?? 1);
    if (test === null || min > max) return null;
    steps.push({ test, min, max });
  }
  return steps;
}

function testOf(atom: string): Step['test'] | null {
  if (/^(?:\\[^dDwWsS]|[^.])$/u.test(atom)) {
    const literal = atom.startsWith('\\') ? atom.slice(1) : atom;
    return (character) => character === literal;
  }
  try {
    const expression = new RegExp(`^${atom}$`, 'u');
    return (character) => expression.test(character);
  } catch {
    return null;
  }
}

/** Whether a pattern matches a whole text. */
export function matchesPattern(pattern: Pattern, text: string): boolean {
  const characters = [...text];
  return pattern.some((steps) => matchesSteps(steps, characters));
}

function matchesSteps(steps: readonly Step[], characters: readonly string[]): boolean {
  const length = characters.length;
  // Whether the steps so far can match the first `index` characters.
  let reached = Array.from({ length: length + 1 }, (_, index) => index === 0);
  for (const { test, min, max } of steps) {
    const next: boolean[] = Array(length + 1).fill(false);
    const starts: number[] = [];
    let runStart = 0;
    let first = 0;
    for (let end = 0; end <= length; end += 1) {
      if (end > 0 && !test(characters[end - 1]!)) runStart = end;
      if (end - min >= 0 && reached[end - min]) starts.push(end - min);
      while (first < starts.length && starts[first]! < Math.max(runStart, end - max)) first += 1;
      next[end] = first < starts.length;
    }
    reached = next;
  }
  return reached[length]!;
}
