import { id, listQuery, nullable, object, oneOf, page, Type, text, time } from '../../platform/http/schema.ts';
import { userStatuses } from './list-users.ts';
import { email, role } from './schema.ts';

const userId = id('usr', 'Id of the user');
const disabledAt = nullable(time('When the user was disabled; null if the user can sign in'));

const userRow = object(
  {
    id: userId,
    email,
    name: text('The name of the user', { maxLength: 200 }),
    isOperator: Type.Boolean({ description: 'Whether the user operates the service' }),
    hasSecondFactor: Type.Boolean({ description: 'Whether signing in needs a second factor' }),
    organizers: Type.Array(
      object(
        {
          slug: text('The slug of the organizer', { maxLength: 100, examples: ['harbor-city-events'] }),
          name: text('The name of the organizer', { maxLength: 200 }),
          role,
        },
        { $id: 'UserOrganizer', description: 'An organizer of which the user is a member' },
      ),
      { description: 'The organizers of the user, by name' },
    ),
    lastSignedInAt: nullable(time('When the user signed in last; null if never')),
    disabledAt,
    createdAt: time('When the user was created'),
  },
  { $id: 'UserRow', description: 'A user of this service' },
);

const maxUsersPerPage = 100;

export const userPage = page('UserPage', userRow, maxUsersPerPage);

export const userListQuery = listQuery(maxUsersPerPage, {
  text: Type.Optional(
    Type.String({
      description: 'Only users whose name or e-mail address contains this text',
      minLength: 1,
      maxLength: 200,
    }),
  ),
  status: Type.Optional(oneOf(userStatuses, 'Only users with this status')),
  isOperator: Type.Optional(Type.Boolean({ description: 'Only operators of the service, or only others' })),
});

export const userStatus = object(
  { id: userId, disabledAt },
  { $id: 'UserStatus', description: 'Whether a user is disabled' },
);
