/** Texts of the statuses of deliveries and replays. */
export default {
  statuses: {
    pending: 'Pending',
    succeeded: 'Delivered',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  replayStatuses: {
    running: 'Running',
    finished: 'Scheduled',
    stopped: 'Stopped',
  },
} as const;
