import type { PhoneNumberView } from '@parley/contract/company.ts';

/** A number that a company may show as its own when it calls. */
export interface PhoneNumber {
  readonly id: string;
  readonly companyId: string;
  readonly phoneNumber: string;
  readonly label: string | null;
  readonly createdAt: Date;
}

export const viewPhoneNumber = (number: PhoneNumber): PhoneNumberView => ({
  ...number,
  createdAt: number.createdAt.toISOString(),
});
