import { pictureAttributes, type Picture as Image } from '../site/picture'

interface Props {
  readonly picture: Image
  /** how wide the page shows it */
  readonly sizes: string
  /** whether it is what people see first */
  readonly isFirst?: boolean
  /** instead of its own: the text of a picture that only decorates is empty */
  readonly alt?: string
}

export function Picture({ picture, sizes, isFirst = false, alt }: Props) {
  const attributes = pictureAttributes(picture, sizes)
  if (attributes === undefined) return null
  const { srcset, ...others } = attributes
  return (
    // Octavo makes the variants, so that nothing here has to.
    <img
      {...others}
      srcSet={srcset}
      alt={alt ?? others.alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
    />
  )
}
