/** Plays the agent's voice. */
export class Speaker {
  readonly #element = new Audio();

  play(stream: MediaStream): void {
    this.#element.autoplay = true;
    this.#element.srcObject = stream;
    // A page that nobody has touched yet may not make a sound: it begins with the first touch or key.
    this.#element.play().catch(() => {
      for (const touch of ['pointerdown', 'keydown']) {
        document.addEventListener(touch, () => void this.#element.play().catch(() => undefined), {
          once: true,
        });
      }
    });
  }

  stop(): void {
    this.#element.pause();
    this.#element.srcObject = null;
  }
}
