/** One promise of the service, and what was measured of it. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: '%' | 'ms' | 'MB' | 'KB' | 'bytes' | 'posts/s' | 'requests/s'
  readonly target: number
  /** whether more is better */
  readonly isFloor: boolean
}

export function atLeast(name: string, ratio: number, target: number): Figure {
  return { name, value: ratio * 100, unit: '%', target, isFloor: true }
}

export function atMost(name: string, ratio: number, target: number): Figure {
  return { name, value: ratio * 100, unit: '%', target, isFloor: false }
}

export function below(
  name: string,
  value: number,
  unit: 'ms' | 'MB' | 'KB' | 'bytes',
  target: number,
): Figure {
  return { name, value, unit, target, isFloor: false }
}

export function faster(name: string, value: number, unit: 'posts/s' | 'requests/s', target: number): Figure {
  return { name, value, unit, target, isFloor: true }
}

export function isReached({ value, target, isFloor }: Figure): boolean {
  return isFloor ? value >= target : value < target
}
