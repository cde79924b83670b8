/** What is known of the person whose text it is. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** E.164 */
  readonly phoneNumber: string | null;
  /** Where numbers without a country code are read, as two letters. */
  readonly country: string | null;
}
