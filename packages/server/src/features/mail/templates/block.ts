/** A part of an e-mail. It is rendered as plain text and as HTML, with the same words. Without `language`, it is English. */
export type Block =
  | { readonly type: 'text'; readonly text: string; readonly tone?: 'quiet'; readonly language?: 'de' }
  /** Lines with their line breaks, such as the organizer's payment instructions. */
  | { readonly type: 'lines'; readonly lines: readonly string[] }
  | { readonly type: 'heading'; readonly text: string; readonly language?: 'de' }
  /** A one-time code. */
  | { readonly type: 'code'; readonly code: string }
  | { readonly type: 'facts'; readonly rows: readonly Fact[] }
  /** Rows with amounts, and optionally their total. */
  | { readonly type: 'list'; readonly rows: readonly Entry[]; readonly total?: Fact }
  | ({ readonly type: 'ticket' } & TicketBlock)
  /** A QR code with a caption. */
  | { readonly type: 'image'; readonly cid: string; readonly label: string; readonly caption: string }
  | { readonly type: 'link'; readonly label: string; readonly url: string };

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface Entry extends Fact {
  /** A line in smaller letters below the label. */
  readonly detail?: string;
}

export interface TicketBlock {
  /** Such as `Ticket 1 of 3`. */
  readonly position: string;
  readonly event: string;
  readonly title: string;
  readonly facts: readonly Fact[];
  /** The `Content-ID` of the attached image, a QR code of `code`. */
  readonly cid: string;
  readonly imageLabel: string;
  /** Also shown below the image, for cases when the image is blocked or cannot be scanned. */
  readonly code: string;
}
