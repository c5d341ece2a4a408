import { notifications } from '@mantine/notifications';

/** Shows for a few seconds that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'brand', withBorder: true, withCloseButton: false, autoClose: 5_000 });
}

/** Shows why an action of a menu failed, until it is closed. */
export function notifyFailed(message: string): void {
  notifications.show({ message, color: 'red', withBorder: true, role: 'alert', autoClose: false });
}
