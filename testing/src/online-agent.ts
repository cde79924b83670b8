/** Three questions about driving. */
export const drivingSections = [
  {
    type: 'looping',
    questions: [
      { question: 'How many years have you driven?', key: 'years' },
      { question: 'Do you own a car?', key: 'car' },
      { question: 'Which city do you live in?', key: 'city' },
    ],
  },
];

/** The three answers to find. */
export const drivingAnalytics = {
  extractionTargets: [
    { key: 'years', label: 'Years of driving', type: 'number' },
    { key: 'car', label: 'Owns a car', type: 'bool' },
    { key: 'city', label: 'City', type: 'string' },
  ],
  outcomes: [],
  tags: [],
};

/** Asks three questions, and finds three answers. */
export const onlineAgent = {
  name: 'Grace',
  type: 'ONLINE',
  duration: 10,
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello {{contact.first_name}}, this is an AI assistant.' },
    sections: drivingSections,
  },
  analyticsConfig: drivingAnalytics,
};

export const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  gdprExpiryDate: '2099-12-31',
};

/** What was found in a call of it, by the keys of the values. */
export const answersIn = (conversation: {
  readonly analytics: { readonly fields: readonly { readonly key: string; readonly value: unknown }[] };
}): Record<string, unknown> =>
  Object.fromEntries(conversation.analytics.fields.map(({ key, value }) => [key, value]));
