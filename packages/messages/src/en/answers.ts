/** The answers to questions, in words. */
export default {
  yes: 'Yes',
  no: 'No',
  sex: { female: 'Female', male: 'Male', other: 'Other', notStated: 'Not stated' },
} as const;
