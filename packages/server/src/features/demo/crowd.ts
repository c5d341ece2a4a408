import { type Culture, cultures, phoneRanges } from './names.ts';
import { hashText, type Random } from './random.ts';

/** Domains that nobody can own (RFC 2606): a mail sent by mistake reaches nobody. */
const domains = ['example.com', 'example.org', 'example.net'] as const;

/** Of the buyers, how many come from where most come from; and how many left a phone number. */
const localShare = 0.7;
const phoneShare = 0.6;

interface Name {
  readonly shown: string;
  /** What stands before the @. */
  readonly mailbox: string;
}

/** All names of a culture: those of one family stand `families` apart. */
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
  /** Place of the family among those of the roster. */
  readonly family: number;
}

/** Letters that are more than a letter with a mark. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', đ: 'd', ð: 'd', ı: 'i' };

const rosters = new Map(Object.keys(cultures).map((key) => [key as Culture, rosterOf(key as Culture)]));
const everywhere = [...rosters.values()];

function rosterOf(key: Culture): Roster {
  const culture = cultures[key];
  const given = culture.given.split(',').map(readName);
  const family = culture.family.split(',').map(readName);
  const names = given.flatMap((first) =>
    family.map((last) => ({
      shown: 'familyFirst' in culture ? `${last.shown} ${first.shown}` : `${first.shown} ${last.shown}`,
      mailbox: `${first.mailbox}.${last.mailbox}`,
    })),
  );
  return { phone: phoneRanges[culture.phone], names, families: family.length };
}

function readName(entry: string): Name {
  const [shown, letters] = entry.trim().split(':');
  const mailbox = (letters ?? shown!)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[ßøæłđðı]/g, (letter) => plainLetters[letter]!)
    .replace(/[^a-z-]/g, '');
  return { shown: shown!, mailbox };
}

/** The people who buy for an event. Who comes twice has the same address and number again. */
export class Crowd {
  readonly #random: Random;
  readonly #locals: readonly Roster[];
  readonly #namesakes: number;

  /** @param orders how many the event has: of larger crowds more people have the same name */
  constructor(random: Random, locals: readonly Culture[], orders: number) {
    this.#random = random;
    this.#locals = locals.map((key) => rosters.get(key)!);
    this.#namesakes = Math.ceil(orders / 400);
  }

  /** Somebody who buys. */
  buyer(): Buyer {
    const random = this.#random;
    const roster = random.pick(random.chance(localShare) ? this.#locals : everywhere);
    const index = random.below(roster.names.length);
    const { shown, mailbox } = roster.names[index]!;
    const namesake = random.below(this.#namesakes);
    const address = namesake === 0 ? mailbox : `${mailbox}${namesake}`;
    const own = hashText(address) >>> 0;
    return {
      name: shown,
      email: `${address}@${domains[own % domains.length]!}`,
      phone: (own >>> 8) % 100 < phoneShare * 100 ? phoneNumber(roster.phone, own) : null,
      roster,
      family: index % roster.families,
    };
  }

  /** The name of somebody else who comes along with a buyer: often of the family. */
  companion({ name, roster, family }: Buyer): string {
    const random = this.#random;
    const others = random.chance(0.85) ? roster : random.pick(everywhere);
    const any = random.below(others.names.length);
    const isFamily = others === roster && random.chance(0.6);
    const index = isFamily ? any - (any % roster.families) + family : any;
    const shown = others.names[index]!.shown;
    return shown === name ? others.names[(index + others.families) % others.names.length]!.shown : shown;
  }
}

function phoneNumber(range: string, number: number): string {
  let rest = number;
  let text = '';
  for (const character of range) {
    if (character === '#') {
      text += rest % 10;
      rest = Math.floor(rest / 10);
    } else {
      text += character;
    }
  }
  return text;
}
