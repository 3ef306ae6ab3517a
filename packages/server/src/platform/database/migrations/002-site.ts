/**
 * Sections, settings, menus, taxonomies and widget areas. `sort-key.ts` explains sort keys. Terms belong to a
 * translation group. Handlers maintain references into content tables, which are created and dropped at run time. The
 * `source` of a section says where it comes from: `user`, `import` or `theme`.
 */
export const site = [
  `CREATE TABLE sections (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT,
    keywords TEXT NOT NULL,
    content TEXT NOT NULL,
    source TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    search_text TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  `CREATE INDEX sections_by_title ON sections (sort_key, id)`,

  `CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,

  `CREATE TABLE taxonomies (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    label_singular TEXT,
    hierarchical INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  `CREATE TABLE taxonomy_collections (
    taxonomy_id TEXT NOT NULL REFERENCES taxonomies (id) ON DELETE CASCADE,
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    PRIMARY KEY (taxonomy_id, collection_id)
  )`,
  `CREATE INDEX taxonomy_collections_by_collection ON taxonomy_collections (collection_id)`,

  `CREATE TABLE terms (
    id TEXT PRIMARY KEY,
    taxonomy_id TEXT NOT NULL REFERENCES taxonomies (id) ON DELETE CASCADE,
    parent_id TEXT REFERENCES terms (id),
    slug TEXT NOT NULL,
    label TEXT NOT NULL,
    description TEXT,
    sort_key TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (taxonomy_id, slug)
  )`,
  `CREATE INDEX terms_by_label ON terms (taxonomy_id, sort_key, id)`,
  `CREATE INDEX terms_by_parent ON terms (parent_id)`,

  `CREATE TABLE term_assignments (
    term_id TEXT NOT NULL REFERENCES terms (id) ON DELETE CASCADE,
    translation_group TEXT NOT NULL,
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    PRIMARY KEY (term_id, translation_group)
  )`,
  `CREATE INDEX term_assignments_by_group ON term_assignments (translation_group)`,
  `CREATE INDEX term_assignments_by_collection ON term_assignments (collection_id)`,

  `CREATE TABLE menus (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  `CREATE TABLE menu_items (
    id TEXT PRIMARY KEY,
    menu_id TEXT NOT NULL REFERENCES menus (id) ON DELETE CASCADE,
    parent_id TEXT REFERENCES menu_items (id),
    type TEXT NOT NULL,
    label TEXT NOT NULL,
    sort_order INTEGER NOT NULL,
    custom_url TEXT,
    collection_id TEXT REFERENCES collections (id),
    entry_id TEXT,
    taxonomy_id TEXT REFERENCES taxonomies (id),
    term_id TEXT REFERENCES terms (id),
    target TEXT,
    title_attr TEXT,
    css_classes TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  `CREATE INDEX menu_items_by_menu ON menu_items (menu_id)`,
  `CREATE INDEX menu_items_by_parent ON menu_items (parent_id)`,
  `CREATE INDEX menu_items_by_entry ON menu_items (entry_id)`,
  `CREATE INDEX menu_items_by_collection ON menu_items (collection_id)`,
  `CREATE INDEX menu_items_by_taxonomy ON menu_items (taxonomy_id)`,
  `CREATE INDEX menu_items_by_term ON menu_items (term_id)`,

  `CREATE TABLE widget_areas (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    description TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  `CREATE TABLE widgets (
    id TEXT PRIMARY KEY,
    area_id TEXT NOT NULL REFERENCES widget_areas (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    title TEXT,
    content TEXT NOT NULL,
    menu_id TEXT REFERENCES menus (id),
    component_id TEXT,
    component_props TEXT,
    sort_order INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  `CREATE INDEX widgets_by_area ON widgets (area_id)`,
  `CREATE INDEX widgets_by_menu ON widgets (menu_id)`,
]
