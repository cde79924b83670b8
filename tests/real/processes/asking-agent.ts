/** It asks one question. */
export const askingAgent = {
  name: 'Grace',
  callingWindow: null,
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello, I am an AI assistant.' },
    sections: [{ type: 'looping', questions: [{ question: 'Are you interested?', key: 'interested' }] }],
  },
};
