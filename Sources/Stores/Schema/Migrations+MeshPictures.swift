extension Migrations {
    /// What messages of the mesh said about the pictures of posts. `time` is a reading of a hybrid clock and `id`
    /// SHA-256: those of the message with the picture. `state` is that of `PictureMark`, and `bytes` what a picture
    /// that came takes.
    static let meshPictures = """
        CREATE TABLE mesh_pictures (
            tenant BLOB NOT NULL,
            post BLOB NOT NULL,
            time INTEGER NOT NULL CHECK (time >= 0),
            id BLOB NOT NULL CHECK (length(id) = 32),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
            bytes INTEGER NOT NULL CHECK (bytes >= 0),
            PRIMARY KEY (tenant, post),
            FOREIGN KEY (tenant, post) REFERENCES posts (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX mesh_pictures_by_state ON mesh_pictures (tenant, state, time, id, bytes);
        """
}
