import { Page } from '../../kit/page.tsx';

export function LiveCallPage() {
  return <Page title="Live Call">To be written.</Page>;
}
