export const roles = ['api', 'worker', 'media'] as const;
export type Role = (typeof roles)[number];
