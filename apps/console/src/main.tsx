import './style.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiFailure } from './api/client.ts';
import { ConfirmProvider } from './components/dialog.tsx';
import { ToastProvider } from './components/notice.tsx';
import { router } from './routes.tsx';

const queries = new QueryClient({
  defaultOptions: {
    // Requests are sent even if the browser reports being offline: an error is shown instead of a silent wait.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      // A refusal would be repeated; an unreachable service may be back.
      retry: (count, error) =>
        count < 3 && (!(error instanceof ApiFailure) || error.isOffline || error.status >= 500),
    },
  },
});

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <ConfirmProvider>
            <RouterProvider router={router} />
          </ConfirmProvider>
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
