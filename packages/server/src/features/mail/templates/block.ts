/** What a mail is made of. Each is shown as plain text and as HTML, with the same words. */
export type Block =
  | { readonly type: 'text'; readonly text: string; readonly tone?: 'quiet' }
  | { readonly type: 'heading'; readonly text: string }
  /** To be read off and typed. */
  | { readonly type: 'code'; readonly code: string }
  | { readonly type: 'facts'; readonly rows: readonly Fact[] }
  /** Values that stand below each other, like sums, with their total where they have one. */
  | { readonly type: 'list'; readonly rows: readonly Fact[]; readonly total?: Fact }
  | ({ readonly type: 'ticket' } & TicketBlock)
  | { readonly type: 'link'; readonly label: string; readonly url: string };

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface TicketBlock {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Of the attachment that shows `code`. */
  readonly cid: string;
  readonly imageLabel: string;
  /** Beneath the image, for where it cannot be shown or read. */
  readonly code: string;
}
