/** Hosts of embedded sites, including their subdomains, and the type of block. */
const hosts: Readonly<Record<string, 'video' | 'post' | 'embed'>> = {
  'youtube.com': 'video',
  'youtube-nocookie.com': 'video',
  'youtu.be': 'video',
  'vimeo.com': 'video',
  'dailymotion.com': 'video',
  'dai.ly': 'video',
  'videopress.com': 'video',
  'wordpress.tv': 'video',
  'ted.com': 'video',
  'animoto.com': 'video',
  'twitter.com': 'post',
  'x.com': 'post',
  'facebook.com': 'post',
  'instagram.com': 'post',
  'tiktok.com': 'post',
  'reddit.com': 'post',
  'tumblr.com': 'post',
  'bsky.app': 'post',
  'pinterest.com': 'post',
  'soundcloud.com': 'embed',
  'spotify.com': 'embed',
  'mixcloud.com': 'embed',
  'reverbnation.com': 'embed',
  'flickr.com': 'embed',
  'flic.kr': 'embed',
  'imgur.com': 'embed',
  'smugmug.com': 'embed',
  'issuu.com': 'embed',
  'scribd.com': 'embed',
  'slideshare.net': 'embed',
  'speakerdeck.com': 'embed',
  'kickstarter.com': 'embed',
  'polldaddy.com': 'embed',
  'crowdsignal.com': 'embed',
  'cloudup.com': 'embed',
  'screencast.com': 'embed',
  'meetup.com': 'embed',
}

/** The type of block for an embedded address; null for unknown hosts. */
export function providerOf(url: string): 'video' | 'post' | 'embed' | null {
  if (!URL.canParse(url)) return null
  const { hostname, protocol } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  // Of `player.vimeo.com`, also `vimeo.com` is looked up.
  const labels = hostname.split('.')
  for (let index = 0; index < labels.length - 1; index++) {
    const name = labels.slice(index).join('.')
    if (Object.hasOwn(hosts, name)) return hosts[name] ?? null
  }
  return null
}
