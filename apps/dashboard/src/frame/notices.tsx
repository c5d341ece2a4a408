import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';

/** The container of the notifications that confirm an action, for a few seconds each. */
export default function Notices() {
  return <Notifications position="bottom-right" />;
}
