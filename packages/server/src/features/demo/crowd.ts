import { type Culture, cultures, phoneRanges } from './names.ts';
import { elementAt, hashText, type Random } from './random.ts';

/** Reserved domains (RFC 2606): e-mail to them is never delivered. */
const domains = ['example.com', 'example.org', 'example.net'] as const;

/** The share of buyers whose names are common where the event takes place. */
const localShare = 0.7;
/** The share of buyers with a phone number. */
const phoneShare = 0.6;

interface Name {
  readonly shown: string;
  /** The part of the e-mail address before the @. */
  readonly mailbox: string;
}

/** All names of a culture. The indexes of names with the same family name differ by multiples of `families`. */
interface Roster {
  readonly phone: string;
  readonly names: readonly Name[];
  readonly families: number;
}

export interface Buyer {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly roster: Roster;
  /** The index of the family name. */
  readonly family: number;
}

/** Letters that Unicode does not decompose into a basic letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', đ: 'd', ð: 'd', ı: 'i' };

const rosters = new Map(Object.keys(cultures).map((key) => [key as Culture, rosterOf(key as Culture)]));
const allRosters = [...rosters.values()];

function rosterOf(key: Culture): Roster {
  const culture = cultures[key];
  const givenNames = culture.given.split(',').map(readName);
  const family = culture.family.split(',').map(readName);
  const names = givenNames.flatMap((first) =>
    family.map((last) => ({
      shown: 'familyFirst' in culture ? `${last.shown} ${first.shown}` : `${first.shown} ${last.shown}`,
      mailbox: `${first.mailbox}.${last.mailbox}`,
    })),
  );
  return { phone: phoneRanges[culture.phone], names, families: family.length };
}

function readName(entry: string): Name {
  const [shown = '', letters = shown] = entry.trim().split(':');
  const mailbox = letters
    .toLowerCase()
    .normalize('NFD')
    .replace(/[ßøæłđðı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^a-z-]/g, '');
  return { shown, mailbox };
}

/** The people of an event. A person who buys twice has the same e-mail address and phone number. */
export class Crowd {
  readonly #random: Random;
  readonly #locals: readonly Roster[];
  readonly #namesakes: number;

  /** @param orders the number of orders: with more orders, more people have the same name */
  constructor(random: Random, locals: readonly Culture[], orders: number) {
    this.#random = random;
    this.#locals = locals.map((key) => rosters.get(key)!);
    this.#namesakes = Math.ceil(orders / 400);
  }

  /** A random buyer. */
  buyer(): Buyer {
    const random = this.#random;
    const roster = random.pick(random.chance(localShare) ? this.#locals : allRosters);
    const index = random.below(roster.names.length);
    const { shown, mailbox } = elementAt(roster.names, index);
    const namesake = random.below(this.#namesakes);
    const address = namesake === 0 ? mailbox : `${mailbox}${namesake}`;
    const addressHash = hashText(address) >>> 0;
    return {
      name: shown,
      email: `${address}@${elementAt(domains, addressHash % domains.length)}`,
      phone: (addressHash >>> 8) % 100 < phoneShare * 100 ? phoneNumber(roster.phone, addressHash) : null,
      roster,
      family: index % roster.families,
    };
  }

  /** The name of a person who comes with a buyer, often with the same family name. */
  companion({ name, roster, family }: Buyer): string {
    const random = this.#random;
    const companions = random.chance(0.85) ? roster : random.pick(allRosters);
    const any = random.below(companions.names.length);
    const isFamily = companions === roster && random.chance(0.6);
    const index = isFamily ? any - (any % roster.families) + family : any;
    const shown = elementAt(companions.names, index).shown;
    return shown === name
      ? elementAt(companions.names, (index + companions.families) % companions.names.length).shown
      : shown;
  }
}

function phoneNumber(range: string, number: number): string {
  let remainingDigits = number;
  let text = '';
  for (const character of range) {
    if (character === '#') {
      text += remainingDigits % 10;
      remainingDigits = Math.floor(remainingDigits / 10);
    } else {
      text += character;
    }
  }
  return text;
}
