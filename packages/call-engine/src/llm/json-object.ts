/**
 * Parses one JSON object while it streams in: each field as soon as it is complete, and a text as far as it has come.
 * Text around the object, such as a code fence or an introduction, is skipped.
 */
export class JsonObjectReader {
  readonly fields: Record<string, unknown> = Object.create(null);
  isComplete = false;
  #text = '';
  #at = 0;
  #place: 'outside' | 'before key' | 'before value' | 'in value' = 'outside';
  #key = '';
  #valueStart = 0;
  #stringEnd = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  feed(text: string): void {
    this.#text += text;
    while (this.#at < this.#text.length && !this.isComplete) this.#step(this.#text[this.#at++] as string);
  }

  /** A text as far as it has come. */
  textOf(key: string): string {
    const whole = this.fields[key];
    if (typeof whole === 'string') return whole;
    if (this.#place !== 'in value' || this.#key !== key || this.#text[this.#valueStart] !== '"') return '';
    if (!this.#isInString) return parsed(this.#text.slice(this.#valueStart, this.#stringEnd), '');
    // An escape of which only the beginning is there says nothing yet.
    const raw = this.#text
      .slice(this.#valueStart + 1)
      .replace(/(?<!\\)((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/, '$1');
    return parsed(`"${raw}"`, '');
  }

  #step(character: string): void {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '\\') this.#isEscaped = true;
      else if (character === '"') this.#endString();
      return;
    }
    switch (this.#place) {
      case 'outside':
        if (character === '{') this.#place = 'before key';
        return;
      case 'before key':
        if (character === '"') this.#openString();
        else if (character === '}') this.isComplete = true;
        return;
      case 'before value':
        if (character === ':' || /\s/.test(character)) return;
        this.#place = 'in value';
        this.#valueStart = this.#at - 1;
        this.#depth = 0;
        this.#inValue(character);
        return;
      case 'in value':
        this.#inValue(character);
    }
  }

  #inValue(character: string): void {
    if (character === '"') this.#isInString = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if ((character === '}' || character === ']') && this.#depth > 0) this.#depth -= 1;
    else if (this.#depth === 0 && (character === ',' || character === '}')) this.#endValue(character);
  }

  #openString(): void {
    this.#isInString = true;
    this.#valueStart = this.#at - 1;
  }

  #endString(): void {
    this.#isInString = false;
    this.#stringEnd = this.#at;
    if (this.#place !== 'before key') return;
    this.#key = parsed(this.#text.slice(this.#valueStart, this.#at), '');
    this.#place = 'before value';
  }

  #endValue(character: string): void {
    const value = parsed<unknown>(this.#text.slice(this.#valueStart, this.#at - 1), undefined);
    if (value !== undefined) this.fields[this.#key] = value;
    this.#place = 'before key';
    if (character === '}') this.isComplete = true;
  }
}

function parsed<Value>(json: string, otherwise: Value): Value {
  try {
    return JSON.parse(json) as Value;
  } catch {
    return otherwise;
  }
}
