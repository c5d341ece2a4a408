import { type Answer, type AnswerReason, state } from './state.ts';

/** The color of an answer. */
export type Tone = 'green' | 'amber' | 'red';

/** With these reasons the ticket may be valid, and a person at the entrance can do something about it. */
const amberReasons: ReadonlySet<AnswerReason> = new Set<AnswerReason>([
  'already_used',
  'wrong_gate',
  'not_open',
  'closed',
  'exited',
  'not_inside',
  'wrong_direction',
  'no_list',
  'gate_gone',
  'not_allowed',
  'not_decided',
]);

/** Green: come in. Amber: wait, a person decides. Red: no valid ticket. */
function toneOf({ result, reason }: Pick<Answer, 'result' | 'reason'>): Tone {
  if (result === 'admitted') return 'green';
  return reason !== null && amberReasons.has(reason) ? 'amber' : 'red';
}

/** The color of the screen of an answer: neutral if its scan was undone. */
export function screenToneOf(answer: Answer): Tone | 'neutral' {
  return answer.undo === 'done' ? 'neutral' : toneOf(answer);
}

interface Note {
  readonly hertz: number;
  readonly startSeconds: number;
  readonly seconds: number;
}

/** Green rises, amber repeats, red is low and long: they can be told apart without looking. */
const sounds: Readonly<Record<Tone, { readonly wave: OscillatorType; readonly notes: readonly Note[] }>> = {
  green: {
    wave: 'sine',
    notes: [
      { hertz: 880, startSeconds: 0, seconds: 0.09 },
      { hertz: 1320, startSeconds: 0.1, seconds: 0.16 },
    ],
  },
  amber: {
    wave: 'triangle',
    notes: [0, 0.18, 0.36].map((startSeconds) => ({ hertz: 587, startSeconds, seconds: 0.12 })),
  },
  red: { wave: 'sawtooth', notes: [{ hertz: 165, startSeconds: 0, seconds: 0.7 }] },
};
const vibrations: Readonly<Record<Tone, number[]>> = { green: [70], amber: [120, 80, 120], red: [500] };
const volume = 0.4;

let audio: AudioContext | null = null;

/** Browsers allow sound only after the first touch. */
export function allowSound(): void {
  audio ??= 'AudioContext' in globalThis ? new AudioContext() : null;
  audio?.resume().catch(() => {});
}

/** Plays the sound of an answer and vibrates. */
export function signal(answer: Pick<Answer, 'result' | 'reason'>): void {
  const tone = toneOf(answer);
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(vibrations[tone]);
  if (audio === null || audio.state !== 'running' || !state.isSoundOn) return;
  const { wave, notes } = sounds[tone];
  for (const { hertz, startSeconds, seconds } of notes) {
    const oscillator = new OscillatorNode(audio, { type: wave, frequency: hertz });
    const gain = new GainNode(audio, { gain: volume });
    const start = audio.currentTime + startSeconds;
    // A sound that is cut off clicks.
    gain.gain.setTargetAtTime(0, start + seconds, 0.015);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + seconds + 0.1);
  }
}
