import { Page } from '../../kit/page.tsx';

export function NewContactPage() {
  return <Page title="New Contact">To be written.</Page>;
}
