import { Page } from '../../kit/page.tsx';

export function WebhooksPage() {
  return <Page title="Webhooks">To be written.</Page>;
}
