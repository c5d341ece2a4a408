import { html, nothing, type TemplateResult } from 'lit-html';
import { startCamera, stopCamera } from './camera.ts';
import { numberText } from './format.ts';
import { icon } from './icons.ts';
import { messages } from './messages.ts';
import { change, type Screen, state, unsentCount } from './state.ts';

/** Called with each code that the camera reads. */
type OnCode = (text: string, frameAtMs: number) => void;

let runningVideo: Element | null = null;

/** The video of the camera. The camera is on while this video is part of the page. */
export function cameraView(onCode: OnCode, hint: string): TemplateResult {
  const { status } = state.camera;
  const isOn = status === 'on';
  return html`<section class="camera ${status}">
    <video muted playsinline aria-hidden="true"></video>
    ${isOn ? html`<div class="aim" aria-hidden="true"></div>` : nothing}
    <p class="camera-text" role="status">${isOn ? hint : messages.gate.camera[status]}</p>
    ${
      isOn || status === 'starting'
        ? nothing
        : html`<button type="button" @click=${() => restartCamera(onCode)}>${messages.gate.startCamera}</button>`
    }
  </section>`;
}

/** Starts the camera when its video has become part of the page, and stops the camera when the video no longer is. */
export function followCamera(onCode: OnCode | null): void {
  const video = document.querySelector('video');
  if (video === runningVideo) return;
  runningVideo = video;
  if (video === null || onCode === null) stopCamera();
  else startCamera(video, onCode);
}

/** Starts the camera again, for example with another camera. */
export function restartCamera(onCode: OnCode): void {
  const video = document.querySelector('video');
  if (video !== null) startCamera(video, onCode);
}

/** Whether the phone is online, and what it has not sent. */
export function statusLine(): TemplateResult {
  const unsent = unsentCount();
  const { online, offline } = messages.status;
  return html`<p class="status ${state.isOnline ? '' : 'offline'}" role="status">
    <span class="dot" aria-hidden="true"></span>${state.isOnline ? online : offline}
    ${unsent === 0 ? nothing : html`<span class="unsent">${messages.status.unsent({ count: unsent })}</span>`}
  </p>`;
}

/** The buttons at the bottom of the screen. */
export function navigation(): TemplateResult {
  const roles = state.context?.device.roles ?? [];
  const item = (screen: Screen, name: Parameters<typeof icon>[0], label: string) =>
    html`<button type="button" aria-current=${state.screen === screen ? 'page' : nothing} @click=${() => change({ screen })}>
      ${icon(name)}<span>${label}</span>
    </button>`;
  const { entrance, bar, search, more } = messages.gate;
  return html`<nav class="navigation">
    ${roles.includes('gate') ? [item('gate', 'entrance', entrance), item('search', 'search', search)] : nothing}
    ${roles.includes('bar') ? item('bar', 'bar', bar) : nothing} ${item('more', 'more', more)}
  </nav>`;
}

/** A number with its meaning. */
export function counter(value: number | null, label: string): TemplateResult {
  return html`<div class="counter"><dd>${value === null ? '–' : numberText(value)}</dd><dt>${label}</dt></div>`;
}

/** An event handler that runs a function instead of the browser's submission of the form. */
export function submitHandler(run: () => void): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}

/** The text of an error. */
export function errorText(text: string | null): TemplateResult | typeof nothing {
  return text === null ? nothing : html`<p class="error" role="alert">${text}</p>`;
}
