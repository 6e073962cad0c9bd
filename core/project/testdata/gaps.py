"""Writes gaps.json: trees of XGBoost that were trained on rows with missing values.

A missing income counts against a person, and so does a missing job, which is a category.
"""
import numpy as np, pandas as pd, xgboost

key = np.random.RandomState(4)
n = 3000
rows = pd.DataFrame({"income": key.randint(0, 10, n).astype(float), "age": key.randint(0, 6, n).astype(float),
                     "job": pd.Categorical.from_codes(key.randint(0, 3, n), ["clerk", "cook", "nurse"])})
rows.loc[key.rand(n) < 0.3, "income"] = np.nan
rows.loc[key.rand(n) < 0.2, "job"] = np.nan
score = rows.income.fillna(3) + rows.age * (rows.job == "nurse") - 2 * rows.job.isna() + key.randn(n)
y = (score > 6).astype(int)
model = xgboost.XGBClassifier(n_estimators=6, max_depth=3, learning_rate=0.6, tree_method="hist",
                              enable_categorical=True, max_cat_to_onehot=8)
model.fit(rows, y)
model.save_model("gaps.json")
print(model.score(rows, y))
