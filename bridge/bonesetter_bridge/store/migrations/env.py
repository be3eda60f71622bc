"""Alembic's environment: migrations run on the connection that the bridge hands over, in its transaction."""

from alembic import context

from bonesetter_bridge.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
