/** A contact for tests in which it does not matter who it is. */
export const ada = {
  firstName: 'Ada',
  lastName: 'Novak',
  email: 'ada@example.com',
  gdprExpiryDate: '2099-12-31',
};
