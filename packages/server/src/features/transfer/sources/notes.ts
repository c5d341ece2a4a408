/** The maximum number of different notes; further ones are counted together. */
const maxNotes = 500;
/** The maximum number of examples of a note. */
const maxExamples = 3;

/** What an importer did with data that has no equal in an import line. */
export interface Note {
  /** `mapped`: the data was imported in another form. `left`: it was not imported. */
  readonly outcome: 'mapped' | 'left';
  /** The data, for example `vouchers`. */
  readonly what: string;
  /** For mapped data, its new form. For other data, the reason. */
  readonly why: string;
  count: number;
  /** Orders, rows or files with this data. They contain no personal data. */
  readonly examples: string[];
}

/** What an import must have created for a note to be true. */
export type Created = 'event' | 'offer';

/** The notes of an import. Their number does not grow with the size of the files. */
export class Notes {
  readonly #notes = new Map<string, Note & { readonly needs: Created | null }>();

  /**
   * Notes that data was imported in another form.
   *
   * @param example an order, a row or a file, without personal data
   * @param needs what must have been created
   */
  mapped(what: string, why: string, example?: string, count = 1, needs: Created | null = null): void {
    this.#add('mapped', what, why, example, count, needs);
  }

  /** Notes that data was not imported, with the reason. The parameters are those of `mapped`. */
  left(what: string, why: string, example?: string, count = 1, needs: Created | null = null): void {
    this.#add('left', what, why, example, count, needs);
  }

  /**
   * The notes, first those on mapped data.
   *
   * @param created what the import has created
   */
  list(created: ReadonlySet<Created>): readonly Note[] {
    const notes = [...this.#notes.values()].flatMap(({ needs, ...note }) =>
      needs === null || created.has(needs) ? [note] : [],
    );
    return [
      ...notes.filter(({ outcome }) => outcome === 'mapped'),
      ...notes.filter(({ outcome }) => outcome === 'left'),
    ];
  }

  #add(
    outcome: Note['outcome'],
    what: string,
    why: string,
    example: string | undefined,
    count: number,
    needs: Created | null = null,
  ): void {
    const key = JSON.stringify([outcome, what, why]);
    const note = this.#notes.get(key);
    if (note === undefined && this.#notes.size >= maxNotes) {
      if (what === otherData) return;
      this.#add(outcome, otherData, `there are more than ${maxNotes} different notes`, example, count);
      return;
    }
    const found = note ?? { outcome, what, why, count: 0, examples: [], needs };
    found.count += count;
    if (example !== undefined && found.examples.length < maxExamples && !found.examples.includes(example)) {
      found.examples.push(example);
    }
    this.#notes.set(key, found);
  }
}

const otherData = 'other data';
