import type { Language } from '#messages/languages';

/**
 * A part of an e-mail. It is rendered as plain text and as HTML, with the same words. A text or heading without `language` is in
 * the language of the e-mail.
 */
export type Block =
  | { readonly type: 'text'; readonly text: string; readonly tone?: 'quiet'; readonly language?: Language }
  /** Lines that are rendered one below the other, such as the organizer's payment instructions. */
  | { readonly type: 'lines'; readonly lines: readonly string[] }
  | { readonly type: 'heading'; readonly text: string; readonly language?: Language }
  /** A one-time code. */
  | { readonly type: 'code'; readonly code: string }
  /** Labels with their values, such as the account holder and the IBAN. */
  | { readonly type: 'facts'; readonly rows: readonly Fact[] }
  /** Rows with amounts, and optionally their total. */
  | { readonly type: 'list'; readonly rows: readonly Entry[]; readonly total?: Fact }
  | ({ readonly type: 'ticket' } & TicketBlock)
  /** A QR code with a caption. The label is its alternative text. */
  | { readonly type: 'image'; readonly cid: string; readonly label: string; readonly caption: string }
  | { readonly type: 'link'; readonly label: string; readonly url: string };

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Whether the value is a code or an amount, such as an IBAN, which is written from left to right in every language. */
  readonly isCode?: boolean;
}

export interface Entry extends Fact {
  /** A line in smaller type below the label. */
  readonly detail?: string;
}

export interface TicketBlock {
  /** The number of the ticket within its order, such as `Ticket 1 of 3`. */
  readonly position: string;
  readonly event: string;
  readonly title: string;
  readonly facts: readonly Fact[];
  /** The `Content-ID` of the attached image, a QR code of `code`. */
  readonly cid: string;
  /** The alternative text of the image. */
  readonly imageLabel: string;
  /** The QR content. Also shown below the image, in case the image is blocked or cannot be scanned. */
  readonly code: string;
}
