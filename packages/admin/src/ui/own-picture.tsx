import { type ComponentProps, type ReactNode, useState } from 'react'
import { pictureAddresses } from './picture-address.ts'

interface OwnPictureProps extends Omit<ComponentProps<'img'>, 'src' | 'onError'> {
  /** the stored URL of the image */
  readonly url: string
  /** the query of an image variant that is large enough here, such as `w=640` */
  readonly variant: string
  readonly alt: string
  /** shown instead of an external or missing image */
  readonly instead: ReactNode
}

/** An image of this site, as a variant of the needed size if the service can make one. */
export function OwnPicture({ url, variant, alt, instead, ...image }: OwnPictureProps) {
  // How many addresses of the picture with this URL could not be loaded. Another URL starts from zero.
  const [failures, setFailures] = useState({ url, count: 0 })
  const count = failures.url === url ? failures.count : 0
  const address = pictureAddresses(url, variant)[count]
  if (address === undefined) return instead
  return (
    <img
      key={address}
      src={address}
      alt={alt}
      {...image}
      onError={() => setFailures({ url, count: count + 1 })}
    />
  )
}
