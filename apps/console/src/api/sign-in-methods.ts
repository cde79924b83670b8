import { useQuery } from '@tanstack/react-query';
import { get } from './client.ts';

/** The ways to sign in that this installation has. */
export const useSignInMethods = () =>
  useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => get('/console/api/sign-in-methods', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
