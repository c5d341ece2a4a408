import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';

/** Shows for a few seconds what was done. */
export default function Notices() {
  return <Notifications position="bottom-right" />;
}
