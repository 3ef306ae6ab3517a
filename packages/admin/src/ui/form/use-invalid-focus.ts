import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the first invalid field after each attempt to save. */
export function useInvalidFocus(isSaving: boolean): {
  readonly ref: RefObject<HTMLFormElement | null>
  onTry(): void
} {
  const ref = useRef<HTMLFormElement>(null)
  const wasTried = useRef(false)
  // Runs after each render, because a field is marked as invalid in a render after the attempt: the next one if the
  // form finds the problem itself, or the one after the response of the service.
  useEffect(() => {
    if (!wasTried.current || isSaving) return
    wasTried.current = false
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
  return {
    ref,
    onTry: () => {
      wasTried.current = true
    },
  }
}
