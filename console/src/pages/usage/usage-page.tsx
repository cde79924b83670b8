import { Page } from '../../kit/page.tsx';

export function UsagePage() {
  return <Page title="Usage">To be written.</Page>;
}
