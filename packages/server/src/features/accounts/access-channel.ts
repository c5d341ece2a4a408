/** The channel on which commits are announced that end sessions or change memberships. */
export const accessChannel = 'access_changed';
