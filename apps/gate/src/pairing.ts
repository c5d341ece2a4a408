import type { GateContext, GatePairing } from '@organizer/shared/gate-api';
import { Failure } from '@organizer/shared/request';
import { requestJson } from './api.ts';
import { measureSkew, restoreSkew } from './clock.ts';
import { readAll, readSetting, writeAll, writeSetting } from './database.ts';
import { messages } from './messages.ts';
import { change, clearPairing, type State, state } from './state.ts';
import { forgetTickets, loadTickets } from './tickets.ts';

const codePattern = /^[0-9A-Z]{8}$/;

/** The pairing code in a text: typed with or without a hyphen, or the link of the QR code. Null if it has none. */
function pairingCodeOf(text: string): string | null {
  const code = (/#pair=([^&]*)/.exec(text)?.[1] ?? text).toUpperCase().replaceAll(/[\s-]/g, '');
  return codePattern.test(code) ? code : null;
}

/** Pairs the phone: exchanges the code for a token. A phone that was paired before forgets the other event. */
export async function pair(text: string): Promise<void> {
  if (state.pairing.isBusy) return;
  const code = pairingCodeOf(text);
  if (code === null) {
    change({ pairing: { ...state.pairing, error: messages.pair.invalid } });
    return;
  }
  change({ pairing: { code: text, isBusy: true, error: null } });
  try {
    const { token } = await requestJson<GatePairing>('POST', 'pair', { body: { code } });
    const context = await readContext(token);
    await deletePairing();
    await writeAll(['settings'], (store) => {
      store('settings').put(token, 'token');
      store('settings').put(context, 'context');
    });
    clearPairing({ token, ...startOf(context), ended: null });
    history.replaceState(null, '', location.pathname);
    // The browser then deletes the data of this app only when its user asks for it.
    await navigator.storage?.persist?.().catch(() => false);
  } catch (error) {
    change({ pairing: { code: text, isBusy: false, error: explainPairing(error) } });
  }
}

function explainPairing(error: unknown): string {
  if (!(error instanceof Failure)) return messages.failures.storage;
  if (error.status === 0) return messages.failures.unreachable;
  if (error.status === 429) return messages.pair.tooMany;
  return error.isTemporary ? messages.failures.server : messages.pair.rejected;
}

/** The fields of the state with which a paired phone starts. */
function startOf(context: GateContext): Partial<State> {
  const isBar = !context.device.roles.includes('gate');
  return { context, screen: isBar ? 'bar' : 'gate', gateId: context.gates[0]?.id ?? null };
}

/** Reads what the device has to know about its event, and measures the clock. */
export async function readContext(token: string): Promise<GateContext> {
  const sentAtMs = Date.now();
  const context = await requestJson<GateContext>('GET', 'device', { token });
  measureSkew(context.serverTime, sentAtMs, Date.now());
  return context;
}

/** Stores a new version of what the device has to know about its event. */
export async function useContext(context: GateContext): Promise<void> {
  await writeSetting('context', context);
  change({ context, ...gateIn(context, state.gateId) });
}

/** The chosen gate. If the phone can no longer use it, a person has to choose another one before tickets are scanned there. */
function gateIn({ gates }: GateContext, gateId: string | null): Partial<State> {
  if (gateId === null || gates.some(({ id }) => id === gateId)) return { gateId };
  return { gateId: gates[0]?.id ?? null, sheet: 'gates' };
}

/** Continues with what was stored before the page was closed. */
export async function restore(): Promise<void> {
  const [token, context, queue, skewMs, gateId, direction, isSoundOn, ended] = await Promise.all([
    readSetting<string>('token'),
    readSetting<GateContext>('context'),
    readAll('queue'),
    readSetting<number>('skewMs'),
    readSetting<string>('gateId'),
    readSetting<State['direction']>('direction'),
    readSetting<boolean>('isSoundOn'),
    readSetting<State['ended']>('ended'),
  ]);
  restoreSkew(skewMs ?? 0);
  change({ queue, isSoundOn: isSoundOn ?? true });
  if (token === null || context === null) {
    change(ended === null ? { screen: 'pair' } : { screen: 'ended', ended });
    return;
  }
  await loadTickets();
  change({ token, ...startOf(context), direction: direction ?? 'entry' });
  if (gateId !== null) change(gateIn(context, gateId));
}

/**
 * Ends the pairing, and deletes the token, the list of tickets and all other data of the event. Scans that were not sent remain: they
 * have no names, and a phone that is paired with the event again sends them.
 */
export async function endPairing(ended: 'revoked' | 'expired' | 'left'): Promise<void> {
  await deletePairing();
  await writeSetting('ended', ended);
  clearPairing({ screen: 'ended', ended });
}

async function deletePairing(): Promise<void> {
  forgetTickets();
  await writeAll(['settings', 'parts', 'marks'], (store) => {
    for (const name of ['token', 'context', 'position', 'gateId', 'direction', 'ended']) store('settings').delete(name);
    store('parts').clear();
    store('marks').clear();
  });
}
