import { Page } from '../../kit/page.tsx';

export function WebhookPage() {
  return <Page title="Webhook">To be written.</Page>;
}
