type Labels = Readonly<Record<string, string>>

/** Writes metrics in the text format of Prometheus. */
export class Exposition {
  readonly #lines: string[] = []

  /** The lines before the values of a metric. */
  describe(name: string, type: 'counter' | 'gauge' | 'histogram', help: string): void {
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
  }

  value(name: string, labels: Labels, value: number): void {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
    this.#lines.push(`${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`)
  }

  /** A metric with one value. */
  single(name: string, type: 'counter' | 'gauge', help: string, value: number): void {
    this.describe(name, type, help)
    this.value(name, {}, value)
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n`
  }
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
