import type { ConsumeResult, Entitlement, GateLookupResult } from '@organizer/shared/gate-api';
import { Failure } from '@organizer/shared/request';
import { newUuid } from '@organizer/shared/uuid';
import { requestJson } from './api.ts';
import { messages } from './messages.ts';
import { signal } from './signals.ts';
import { change, state } from './state.ts';
import { noteFailure } from './sync.ts';

/** A request for units that got no response. If it is repeated, it has the same reference, so it is counted once. */
let attempt: { readonly entitlementId: string; readonly ref: string } | null = null;

/** Shows what the holder of a ticket can still get. */
export async function lookUp(qrValue: string): Promise<void> {
  if (state.bar.isBusy || state.token === null) return;
  attempt = null;
  changeBar({ qrValue, isBusy: true, error: null, ticket: null, entitlements: null, handedOut: null });
  try {
    await readEntitlements(qrValue, state.token);
    signal({ result: state.bar.ticket === null ? 'refused' : 'admitted', reason: null });
  } catch (error) {
    await showBarFailure(error);
  }
}

async function readEntitlements(qrValue: string, token: string): Promise<void> {
  const { ticket, entitlements } = await requestJson<GateLookupResult>('POST', 'entitlements/lookup', {
    token,
    body: { qrValue },
  });
  changeBar({ isBusy: false, ticket, entitlements });
}

/** Hands out one unit. */
export async function handOut({ id: entitlementId, name: addonName }: Entitlement): Promise<void> {
  const { token, bar } = state;
  if (bar.isBusy || token === null || bar.qrValue === null) return;
  changeBar({ isBusy: true, error: null });
  if (attempt?.entitlementId !== entitlementId) attempt = { entitlementId, ref: newUuid() };
  try {
    const body = { entitlementId, units: 1, ref: attempt.ref };
    const { consumption } = await requestJson<ConsumeResult>('POST', 'entitlements/consume', {
      token,
      body,
    });
    attempt = null;
    changeBar({ handedOut: { consumptionId: consumption.id, addonName, units: 1, atMs: Date.now(), isUndone: false } });
    await readEntitlements(bar.qrValue, token);
  } catch (error) {
    // The unit was handed out and taken back, so the next attempt is a new one.
    if (isRefConflict(error)) attempt = null;
    await showBarFailure(error);
  }
}

/** Takes back what was handed out last. */
export async function takeBack(): Promise<void> {
  const { token, bar } = state;
  if (bar.isBusy || token === null || bar.handedOut === null || bar.handedOut.isUndone) return;
  changeBar({ isBusy: true, error: null });
  try {
    const body = { reason: messages.bar.undoReason };
    await requestJson('POST', `consumptions/${bar.handedOut.consumptionId}/reverse`, { token, body });
    changeBar({ handedOut: { ...bar.handedOut, isUndone: true } });
    if (bar.qrValue !== null) await readEntitlements(bar.qrValue, token);
  } catch (error) {
    await showBarFailure(error);
  }
}

async function showBarFailure(error: unknown): Promise<void> {
  await noteFailure(error);
  changeBar({ isBusy: false, error: explainBar(error) });
}

function explainBar(error: unknown): string {
  if (!(error instanceof Failure)) return messages.failures.server;
  if (error.isTemporary) return messages.bar.needsNetwork;
  if (error.problem?.code === 'insufficient_units') return messages.bar.nothingLeft;
  if (isRefConflict(error)) return messages.bar.takenBack;
  return error.status === 409 ? messages.bar.tooLate : messages.failures.server;
}

function isRefConflict(error: unknown): boolean {
  return error instanceof Failure && error.problem?.code === 'ref_conflict';
}

function changeBar(changes: Partial<typeof state.bar>): void {
  change({ bar: { ...state.bar, ...changes } });
}

/** Ends the work for a guest, and shows the camera again. */
export function nextGuest(): void {
  attempt = null;
  changeBar({ qrValue: null, isBusy: false, error: null, ticket: null, entitlements: null, handedOut: null });
}
