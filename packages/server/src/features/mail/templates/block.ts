/** What a mail is made of. Each is shown as plain text and as HTML, with the same words. */
export type Block =
  | { readonly type: 'text'; readonly text: string; readonly tone?: 'quiet' }
  /** Lines as somebody else has set them. */
  | { readonly type: 'lines'; readonly lines: readonly string[] }
  | { readonly type: 'heading'; readonly text: string }
  /** To be read off and typed. */
  | { readonly type: 'code'; readonly code: string }
  | { readonly type: 'facts'; readonly rows: readonly Fact[] }
  /** Amounts that stand below each other, with their sum where they have one. */
  | { readonly type: 'list'; readonly rows: readonly Entry[]; readonly total?: Fact }
  | ({ readonly type: 'ticket' } & TicketBlock)
  /** A QR code to scan, with what it does. */
  | { readonly type: 'image'; readonly cid: string; readonly label: string; readonly caption: string }
  | { readonly type: 'link'; readonly label: string; readonly url: string };

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface Entry extends Fact {
  /** Beneath the label, smaller. */
  readonly detail?: string;
}

export interface TicketBlock {
  /** Which of how many. */
  readonly place: string;
  readonly event: string;
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Of the attachment that shows `code`. */
  readonly cid: string;
  readonly imageLabel: string;
  /** Beneath the image, for where it cannot be shown or read. */
  readonly code: string;
}
