import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Goes elsewhere in place of a page whose thing was deleted. By then its forms are away, so nobody is asked about
 * words of what is no more; the router's own `Navigate` goes before they are.
 */
export function GoTo({ to }: { readonly to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to, replace: true }), [navigate, to]);
  return null;
}
