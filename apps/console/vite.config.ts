import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npx vite apps/console` serves it beside a running service; `scripts/build-console.ts` makes what is shipped. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // A strict Content-Security-Policy allows no inline script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What a page may load, compressed, is limited by scripts/console-limits.ts.
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { '^/(?!console/(?!api))': process.env.PARLEY_URL ?? 'http://localhost:3000' } },
});
