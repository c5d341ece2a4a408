/** The questions about what has a meaning for programs, in the words that persons are asked. */
export default {
  birthDate: 'Date of birth',
  sex: 'Sex',
  nationality: 'Nationality',
  club: 'Club',
  team: 'Team',
  company: 'Company',
  diet: 'Diet and allergies',
  emergencyContact: 'Who shall we call in an emergency?',
  postalAddress: 'Postal address',
  guardian: 'I am a parent or guardian of this participant, and I agree to the participation.',
} as const;
