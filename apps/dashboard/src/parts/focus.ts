/**
 * As a `ref`, focuses a control when it appears. The focus trap of a dialog focuses only what is there when the dialog opens, not
 * what replaces it.
 */
export function focusWhenShown(control: HTMLElement | null): void {
  control?.focus();
}
