/** The HTML of the server: the pages of events, of orders and of the waiting room. */
export default {
  testMode: {
    label: 'Test mode',
    notice: 'This is a test. Orders are not real, and no money is moved.',
  },

  /** The page of an event that is not published. */
  preview: {
    label: 'Preview',
    title: 'Preview: {event}',
    notice:
      'This event is not published. Everyone with this link can see this page until {until}. Nothing can be bought here.',
    ended: 'This preview has ended',
    endedText:
      'The link has expired, or the event is archived. Members of the organizer get a new link on the page of the event in the dashboard.',
  },

  /** The page of visitors who wait for their turn. */
  waitingRoom: {
    title: 'Waiting room: {event}',
    heading: 'Please wait for your turn',
    ahead: '{people, plural, =0 {You are next.} one {# person is before you.} other {# people are before you.}}',
    lessThanMinute: 'Less than a minute to wait.',
    minutes: '{minutes, plural, one {# minute to wait, or less.} other {# minutes to wait, or less.}}',
    turnAt: 'Your turn comes by <clock>{time}</clock>.',
    keepOpen:
      'Keep this page open. It updates itself and continues when it is your turn. You have only one place, even if you open the page again in this browser.',
    yourTurn:
      'You then have 15 minutes to reserve tickets. If this page is closed and stays closed for 5 minutes after your turn, your place is given to the next person.',
    connectionLost:
      'The server could not be reached, so this page may be out of date. Please check your connection. The page tries again by itself.',
    gatheringHeading: 'The sale has not started yet',
    opensAt: 'It starts on <clock>{time}</clock>.',
    opening: 'It is starting.',
    gatheringOrder:
      'At the start, everyone who waits here gets a place by lot. When you came makes no difference. People who come later wait behind.',
    soldOutHeading: 'Sold out',
    soldOut:
      'All tickets are sold, and the waiting room is closed. If tickets are returned, they go back on sale, and this page continues.',
    busyHeading: 'One moment',
    busy: 'Many people have come from your network in the last minute. This page tries again by itself.',
    lost: {
      too_late: 'It was your turn, but this page was closed for too long. You have a new place.',
      ended: 'Your time to reserve tickets has ended. You have a new place.',
    },
    updated: 'Updated at <clock>{time}</clock>',
  },

  /** Names the links to the page in other languages. */
  language: 'Language',
  reload: 'Nothing happens? Load the page again.',
  about: 'About this event',
  needsScript:
    'Buying tickets here needs JavaScript. Please allow it for this page, or open the page in another browser.',
  openingOrder: 'Opening your order…',
  orderNeedsScript:
    'Opening an order needs JavaScript. Please allow it for this page, or open the page in another browser. Your tickets are also in the e-mail that this link came with.',
  findTickets: 'Already ordered? Find your tickets',
  /** Without a full stop, because the name of an organizer can end with one: `Tickets sold by Running Club e. V.` */
  soldBy: 'Tickets sold by <name>{organizer}</name>',
  links: { website: 'Website', contact: 'Contact', imprint: 'Imprint', terms: 'Terms', privacy: 'Privacy' },
  summary: 'Tickets for {event}. {whenAndWhere}',
  notFound: 'Event not found',
  notFoundHeading: 'There is no event here',
  notFoundText:
    'The link may be mistyped, or the event may no longer be on sale. Please check the link, or ask the organizer who gave it to you.',
  notFoundTickets: 'Do you already have tickets? The link in your confirmation e-mail still leads to them.',
} as const;
