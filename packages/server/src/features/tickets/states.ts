/** The states of a ticket, and what moves it: it is used at the gate, that is undone, or it is refunded. */
export const ticketStatuses = ['valid', 'used', 'void'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export type TicketAction = 'use' | 'undo_use' | 'void';

const transitions: Record<TicketAction, { from: TicketStatus; to: TicketStatus }> = {
  use: { from: 'valid', to: 'used' },
  undo_use: { from: 'used', to: 'valid' },
  void: { from: 'valid', to: 'void' },
};

/** The states around an action. */
export function ticketTransition(action: TicketAction): { from: TicketStatus; to: TicketStatus } {
  return transitions[action];
}
