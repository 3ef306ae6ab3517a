/** The Node that the peers run on: some of their native parts do not work with newer ones. */
export const peerNode = '22.23.3'

export type PeerName = 'emdash' | 'directus' | 'strapi' | 'payload'

interface PeerPackages {
  /** the package of the service itself */
  readonly main: string
  readonly packages: Readonly<Record<string, string>>
  /** how Node reads the modules of the project */
  readonly type: 'module' | 'commonjs'
  /** versions that npm installs instead of those that a package asks for */
  readonly overrides?: Readonly<Record<string, string>>
}

/** What is installed of each peer, from the npm registry, in exactly these versions. */
export const peerPackages: Readonly<Record<PeerName, PeerPackages>> = {
  emdash: {
    main: 'emdash',
    type: 'module',
    packages: {
      emdash: '0.32.0',
      astro: '7.3.5',
      '@astrojs/node': '11.1.6',
      '@astrojs/react': '7.0.0',
      'better-sqlite3': '12.11.1',
      react: '19.3.1',
      'react-dom': '19.3.1',
      '@tiptap/core': '3.34.0',
    },
    // Its build fails with the two older versions that npm would nest.
    overrides: { '@tiptap/core': '3.34.0' },
  },
  directus: { main: 'directus', type: 'commonjs', packages: { directus: '12.4.0', sqlite3: '6.0.1' } },
  strapi: {
    main: '@strapi/strapi',
    type: 'commonjs',
    packages: {
      '@strapi/strapi': '5.54.0',
      '@strapi/plugin-users-permissions': '5.54.0',
      'better-sqlite3': '12.11.1',
      react: '18.3.1',
      'react-dom': '18.3.1',
      'react-router-dom': '6.30.6',
      'styled-components': '6.6.0',
    },
  },
  payload: {
    main: 'payload',
    type: 'module',
    packages: { payload: '3.90.2', '@payloadcms/db-sqlite': '3.90.2' },
  },
}

/** The version of a service. */
export function versionOf(name: PeerName): string {
  const { main, packages } = peerPackages[name]
  return packages[main] ?? ''
}
